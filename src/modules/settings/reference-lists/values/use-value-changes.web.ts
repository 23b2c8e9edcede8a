import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { call } from "#web/api/api.ts";
import { asProblem } from "#web/api/problem.ts";
import { reloadUser } from "#web/api/session.tsx";
import { toastDone, toastProblem } from "#web/shell/notices/toasts.tsx";
import { referenceLists, type ReferenceValue } from "../reference-lists.contract.ts";
import { listsKey, valuesKey } from "../use-lists.web.ts";

interface Values {
  items: ReferenceValue[];
}

/** What can be done with a value at once, without a form; all of it is saved as it is done. */
export function useValueChanges(list: string) {
  const { t } = useLingui();
  const client = useQueryClient();
  const key = valuesKey(list);
  const [refused, setRefused] = useState<{ value: ReferenceValue; message: string } | null>(null);
  const reload = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: listsKey }),
      client.invalidateQueries({ queryKey: ["list", list] }),
    ]);
  const show = (change: (items: readonly ReferenceValue[]) => ReferenceValue[]) =>
    client.setQueryData<Values>(key, (now) => now && { ...now, items: change(now.items) });

  const move = useMutation({
    scope: { id: `order of ${list}` }, // one after the other, as they were pressed
    mutationKey: ["order", list],
    mutationFn: ({ value, to }: { value: ReferenceValue; to: number }) =>
      call(referenceLists.move, { params: { list, id: value.id ?? "" }, body: { to } }),
    onMutate: ({ value, to }) =>
      void show((items) => items.filter(({ id }) => id !== value.id).toSpliced(to, 0, value)),
    onSettled: () => (client.isMutating({ mutationKey: ["order", list] }) > 1 ? undefined : reload()),
  });
  const turn = useMutation({
    mutationFn: ({ id, version, label, color, isActive }: ReferenceValue) =>
      call(referenceLists.update, {
        params: { list, id: id ?? "" },
        body: { label, color, isActive: !isActive, version: version ?? 0 },
      }),
    onMutate: (value) =>
      void show((items) => items.map((one) => (one.id === value.id ? { ...one, isActive: !value.isActive } : one))),
    onSettled: reload,
  });
  const remove = useMutation({
    meta: { quiet: true },
    mutationFn: ({ id, version }: ReferenceValue) =>
      call(referenceLists.remove, { params: { list, id: id ?? "" }, query: { version: version ?? 0 } }),
    onSuccess: (_nothing, value) =>
      toastDone(t`Deleted successfully`, {
        line: value.label,
        link: { label: t`Undo`, onClick: () => void bringBack(value).catch(toastProblem) },
      }),
    onError: (error, value) =>
      asProblem(error).code === "in_use"
        ? setRefused({ value, message: asProblem(error).message })
        : toastProblem(error),
    onSettled: reload,
  });
  const reset = useMutation({
    mutationFn: ({ code }: ReferenceValue) => call(referenceLists.resetState, { params: { list, code } }),
    onSuccess: () => toastDone(t`Updated successfully`),
    onSettled: () => Promise.all([reload(), reloadUser()]), // chips read the names from there
  });
  const bringBack = async ({ code, label, color, sortOrder, isActive, data }: ReferenceValue) => {
    await call(referenceLists.create, { params: { list }, body: { code, label, color, sortOrder, isActive, data } });
    await reload();
  };

  return {
    /** What could not be removed, and why. */
    refused,
    forgetRefusal: () => setRefused(null),
    move: (value: ReferenceValue, to: number) => move.mutate({ value, to }),
    reset: (value: ReferenceValue) => reset.mutate(value),
    turn(value: ReferenceValue) {
      setRefused(null);
      turn.mutate(value);
    },
    remove(value: ReferenceValue) {
      setRefused(null);
      remove.mutate(value);
    },
  };
}

export type ValueChanges = ReturnType<typeof useValueChanges>;
