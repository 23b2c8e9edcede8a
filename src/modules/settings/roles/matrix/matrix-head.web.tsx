import { Plural, Trans } from "@lingui/react/macro";
import { useWords } from "#web/ui/values/labels.ts";
import type { Role } from "../roles.contract.ts";
import styles from "./matrix.module.css";

interface MatrixHeadProps {
  roles: readonly Role[];
  chosen: string | undefined;
  onChoose: (code: string) => void;
}

/** The roles across: the company's own, those that every company has, and who holds all. */
export function MatrixHead({ roles, chosen, onChoose }: MatrixHeadProps) {
  const words = useWords();
  const own = roles.filter(({ isDefault }) => !isDefault).length;
  return (
    <>
      <colgroup>
        <col />
        <col span={roles.length + 1} className={styles.column} />
      </colgroup>
      <thead>
        {own > 0 && (
          <tr className={styles.origin}>
            <td />
            <th scope="colgroup" colSpan={own}>
              {own > 1 ? <Trans>Your own</Trans> : <Trans>Own</Trans>}
            </th>
            <th scope="colgroup" colSpan={roles.length - own}>
              <Trans>Every company has these</Trans>
            </th>
            <td />
          </tr>
        )}
        <tr>
          <th scope="col">
            <Trans>Permission</Trans>
          </th>
          {roles.map((role) => (
            <th key={role.id} scope="col" data-chosen={role.code === chosen || undefined}>
              <button
                type="button"
                data-stop
                tabIndex={-1}
                aria-pressed={role.code === chosen}
                onClick={() => onChoose(role.code)}
              >
                <span className={styles.name}>{words({ id: role.name })}</span>
                <small>
                  <Plural value={role.userCount} one="# person" other="# people" />
                </small>
              </button>
            </th>
          ))}
          <th scope="col" className={styles.all}>
            <Trans>Super admin</Trans>{" "}
            <small>
              <Trans>holds all</Trans>
            </small>
          </th>
        </tr>
      </thead>
    </>
  );
}
