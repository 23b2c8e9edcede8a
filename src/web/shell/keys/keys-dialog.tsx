import { Trans, useLingui } from "@lingui/react/macro";
import { Fragment } from "react";
import { KeyCap } from "../../ui/marks.tsx";
import { Dialog } from "../../ui/overlays/side-drawer.tsx";
import { hideKeys } from "./keys.ts";
import styles from "./keys-dialog.module.css";

/** `?`: what the keyboard does, by place. */
export function KeysDialog() {
  const { t } = useLingui();
  const places = [
    {
      place: t`Everywhere`,
      keys: [
        [["Ctrl K"], t`search or jump to`],
        [["?"], t`this list`],
        [["Esc"], t`close what is open`],
      ],
    },
    {
      place: t`Lists`,
      keys: [
        [["/"], t`search`],
        [["↑", "↓"], t`move`],
        [["Enter"], t`open`],
        [["Space"], t`select`],
        [["Shift", "Space"], t`select up to here`],
        [["Ctrl A"], t`select all`],
        [["Esc"], t`clear the selection`],
      ],
    },
    {
      place: t`Lines of an order`,
      keys: [
        [["Enter"], t`take the product, then the next line`],
        [["↑", "↓"], t`the line above, the line below`],
        [["Ctrl Delete"], t`take the line out`],
      ],
    },
  ] as const;
  return (
    <Dialog title={<Trans>Keyboard shortcuts</Trans>} isOpen onClose={hideKeys}>
      {places.map(({ place, keys }) => (
        <section key={place} className={styles.place}>
          <h3>{place}</h3>
          <dl>
            {keys.map(([caps, words]) => (
              <Fragment key={words}>
                <dt>
                  {caps.map((cap) => (
                    <KeyCap key={cap}>{cap}</KeyCap>
                  ))}
                </dt>
                <dd>{words}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
