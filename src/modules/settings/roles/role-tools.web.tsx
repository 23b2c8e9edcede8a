import { Checkbox } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/InlineInput.layer.css";
import { Trans, useLingui } from "@lingui/react/macro";
import { permissionAreas } from "#shared/permissions/permission-list.ts";
import { useWords } from "#web/ui/values/labels.ts";
import { SearchField } from "#web/list/search-field.tsx";
import { Toolbar } from "#web/ui/layout/screen.tsx";
import type { RoleSearch } from "./matrix/use-role-search.web.ts";
import styles from "./roles.module.css";

/** Finds permissions by their words, by module, or by whether roles differ in them. */
export function RoleTools({ search }: { search: RoleSearch }) {
  const { t } = useLingui();
  const words = useWords();
  const modules = [undefined, ...Object.keys(permissionAreas)];
  return (
    <Toolbar>
      <SearchField value={search.q} label={t`Find a permission`} onSearch={(q) => search.set({ q })} />
      <div role="group" aria-label={t`Module`} className={styles.modules}>
        {modules.map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            aria-pressed={search.module === one}
            onClick={() => search.set({ module: one })}
          >
            {one ? words(one) : <Trans>All</Trans>}
          </button>
        ))}
      </div>
      <Checkbox
        label={t`Only what differs`}
        checked={search.onlyDiffering}
        onChange={({ currentTarget }) => search.set({ differs: currentTarget.checked ? "yes" : undefined })}
      />
    </Toolbar>
  );
}
