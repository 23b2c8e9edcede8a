import { Plural, Trans } from "@lingui/react/macro";
import { refusal } from "#shared/flow/flow.ts";
import { useMay, useUser } from "#web/api/session.tsx";
import { Note } from "#web/ui/note.tsx";
import { AttachPaper } from "./attach-paper.web.tsx";
import { documentRecord, type Document } from "./documents.contract.ts";
import { documentFlow, noFile, ownDocument, ownPaper } from "./documents.flow.ts";

/** What a document that is not verified yet waits for, and the way on; nothing where whoever reads it may verify it now. */
export function WaitsForCheck({ document }: { document: Document }) {
  const may = useMay();
  const { userId } = useUser();
  if (document.status !== documentFlow.start || document.steps.includes("verify")) return null;
  if (document.fileCount === 0) {
    const mayAttach = may(documentRecord.files.edit) && document.archivedAt === null;
    return (
      <Note icon="wait" actions={mayAttach && <AttachPaper documentId={document.id} />}>
        {mayAttach ? (
          <Trans>It has no file yet: attach the paper, then somebody else checks it.</Trans>
        ) : (
          <Trans>It has no file yet. Once the paper is attached, somebody else checks it.</Trans>
        )}
      </Note>
    );
  }
  const why = refusal(documentFlow.steps.verify, document, { id: userId })?.code ?? noFile.code;
  return (
    <Note icon="wait">
      <Why code={why} isEntered={document.enteredBy === userId} /> <Checkers count={document.checkerCount} />
    </Note>
  );
}

/** Why it is for somebody else to look at it. */
function Why({ code, isEntered }: { code: string; isEntered: boolean }) {
  if (code === ownPaper.code) return <Trans>This is your own paper, so somebody else checks it.</Trans>;
  if (code !== ownDocument.code) return <Trans>It waits for somebody who checks it.</Trans>;
  if (isEntered) return <Trans>You entered it, so somebody else checks it.</Trans>;
  return <Trans>You attached its file or changed it, so somebody else checks it.</Trans>;
}

/** How many people may check it, for whom that is told to. */
function Checkers({ count }: { count: number | null }) {
  if (count === null) return null;
  if (count === 0) return <Trans>Nobody else may yet: whoever manages users gives that right.</Trans>;
  return <Plural value={count} one="# person may." other="# people may." />;
}
