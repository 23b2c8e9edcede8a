import { Button } from "@mantine/core";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Glyph } from "#web/ui/status/glyph.tsx";
import { Note } from "#web/ui/note.tsx";
import { LeaveGuard } from "#web/form/leave-guard.tsx";
import { asProblem } from "#web/api/problem.ts";
import { ScreenFoot } from "#web/ui/layout/screen.tsx";
import { Text } from "#web/ui/layout/text.tsx";
import type { User } from "../../users/users.contract.ts";
import { AffectedPeople } from "./affected-people.web.tsx";
import { affectedBy } from "./role-changes.web.ts";
import type { Matrix } from "./use-matrix.web.ts";
import type { RoleEdit } from "../use-role-edit.web.ts";

interface SaveBarProps {
  matrix: Matrix;
  edit: RoleEdit;
  people: readonly User[];
}

/** What is not saved, for how many people it counts, and the way to save it; leaving asks first. */
export function SaveBar({ matrix, edit, people }: SaveBarProps) {
  const { changes, save, isStale, discard } = edit;
  const [isAsked, setIsAsked] = useState(false);
  const affected = affectedBy(people, matrix.roles, changes);
  const refused = save.error && asProblem(save.error);
  if (changes.length === 0) return null;
  return (
    <ScreenFoot>
      {refused && !refused.isSilent && (
        <Note icon="warn">
          {isStale ? (
            <Trans>
              Somebody else changed these roles meanwhile. Your changes stand on top of what is saved now; look at them
              and save again.
            </Trans>
          ) : (
            refused.message
          )}
        </Note>
      )}
      <Text grows role="status">
        <Glyph icon="live" />{" "}
        <b>
          <Plural value={changes.length} one="# change not saved." other="# changes not saved." />
        </b>{" "}
        {affected.length > 0 ? (
          <Plural
            value={affected.length}
            one="# person is affected from the next click."
            other="# people are affected from their next click."
          />
        ) : (
          <Trans>Nobody is affected yet.</Trans>
        )}
      </Text>
      <Button variant="subtle" color="gray" onClick={discard}>
        <Trans>Discard</Trans>
      </Button>
      {affected.length > 0 && (
        <Button variant="default" onClick={() => setIsAsked(true)}>
          <Trans>See who</Trans>
        </Button>
      )}
      <Button loading={save.isPending} onClick={() => save.mutate()}>
        <Plural value={changes.length} one="Save # change" other="Save # changes" />
      </Button>
      {isAsked && <AffectedPeople matrix={matrix} affected={affected} onClose={() => setIsAsked(false)} />}
      <LeaveGuard count={changes.length} isUnsaved={() => true} onDiscard={discard} />
    </ScreenFoot>
  );
}
