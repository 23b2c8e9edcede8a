import { useQuery } from "@tanstack/react-query";
import { Plural } from "@lingui/react/macro";
import { call } from "#web/api/api.ts";
import { useFormScope } from "#web/form/scope.ts";
import { Note } from "#web/ui/note.tsx";
import { documentSubject, documentTypes } from "./document-types.contract.ts";

/** How many the type would keep from leaving as it stands in the form, before it is saved. */
export function StoppedByType() {
  const { form } = useFormScope();
  const [blocks, isRequired, code, about] = ["blocksDispatch", "isRequired", "code", "subject"].map((name) =>
    form.useWatchValue(name),
  );
  const subject = documentSubject.safeParse(about).data;
  const isAsked = blocks === true && (subject === "driver" || subject === "vehicle" || subject === "asset");
  const query = {
    code: String(code ?? ""),
    subject: subject ?? "driver",
    isRequired: isRequired === true ? "true" : "false",
  } as const;
  const { data } = useQuery({
    queryKey: [documentTypes.stopped.path, query],
    queryFn: ({ signal }) => call(documentTypes.stopped, { query, signal }),
    enabled: isAsked,
  });
  if (!isAsked || !data || data.count === 0) return null;
  return (
    <Note icon="warn">
      {
        {
          driver: (
            <Plural
              value={data.count}
              one="As it stands here, # driver may not drive today."
              other="As it stands here, # drivers may not drive today."
            />
          ),
          vehicle: (
            <Plural
              value={data.count}
              one="As it stands here, # vehicle may not leave today."
              other="As it stands here, # vehicles may not leave today."
            />
          ),
          asset: (
            <Plural
              value={data.count}
              one="As it stands here, # asset may not leave today."
              other="As it stands here, # assets may not leave today."
            />
          ),
        }[subject]
      }
    </Note>
  );
}
