import { useLingui } from "@lingui/react/macro";
import { Loader } from "@mantine/core";
import IconCheck from "@tabler/icons-react/dist/esm/icons/IconCheck.mjs";
import IconSelector from "@tabler/icons-react/dist/esm/icons/IconSelector.mjs";
import { Menu } from "../ui/overlays/menu.tsx";
import { switchModule, useSession, useUser } from "../api/session.tsx";
import { Mark } from "../ui/theme/mark.tsx";
import styles from "./sidebar.module.css";

/** The module we are in; for users of several, the way to another one. */
export function ModuleSwitch() {
  const { i18n } = useLingui();
  const { modules, selectedModule } = useUser();
  const { isSwitching } = useSession();
  const name = selectedModule ? i18n._(selectedModule.fullName) : "Waybill";
  if (modules.length < 2) {
    return (
      <div className={styles.module}>
        <Mark />
        <span className={styles.word}>{name}</span>
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={212}>
      <Menu.Target>
        <button type="button" className={styles.module} disabled={isSwitching}>
          <Mark />
          <span className={styles.word}>{name}</span>
          {isSwitching ? <Loader size={14} /> : <IconSelector size={15} stroke={1.7} className={styles.arrows} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {modules.map(({ id, fullName }) => (
          <Menu.Item
            key={id}
            rightSection={id === selectedModule?.id ? <IconCheck size={14} stroke={2} /> : null}
            onClick={() => switchModule(id)}
          >
            {i18n._(fullName)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
