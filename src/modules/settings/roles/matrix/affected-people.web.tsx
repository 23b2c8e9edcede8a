import { Trans } from "@lingui/react/macro";
import { Avatar } from "#web/ui/marks.tsx";
import { SideDrawer } from "#web/ui/overlays/side-drawer.tsx";
import { useWords } from "#web/ui/values/labels.ts";
import { ScreenBody } from "#web/ui/layout/screen.tsx";
import { ItemList } from "#web/ui/layout/layout.tsx";
import type { Affected } from "./role-changes.web.ts";
import type { Matrix } from "./use-matrix.web.ts";

interface AffectedPeopleProps {
  matrix: Matrix;
  affected: readonly Affected[];
  onClose: () => void;
}

/** Each person for whom the changes count: what they may do then, and what no longer. */
export function AffectedPeople({ matrix, affected, onClose }: AffectedPeopleProps) {
  const words = useWords();
  const meanings = (names: readonly string[]) =>
    names.map((name) => words({ id: matrix.permissions.find((one) => one.name === name)?.meaning ?? name }));
  return (
    <SideDrawer title={<Trans>Who is affected</Trans>} isOpen onClose={onClose}>
      <ScreenBody>
        <ItemList isStacked>
          {affected.map(({ user, gains, loses }) => (
            <li key={user.userId}>
              <h3>
                <Avatar name={`${user.firstName} ${user.lastName}`} /> {user.firstName} {user.lastName}
              </h3>
              {gains.length > 0 && (
                <p>
                  <b>
                    <Trans>May then:</Trans>
                  </b>{" "}
                  {meanings(gains).join("; ")}
                </p>
              )}
              {loses.length > 0 && (
                <p>
                  <b>
                    <Trans>May no longer:</Trans>
                  </b>{" "}
                  {meanings(loses).join("; ")}
                </p>
              )}
            </li>
          ))}
        </ItemList>
      </ScreenBody>
    </SideDrawer>
  );
}
