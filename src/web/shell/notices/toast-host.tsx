import IconX from "@tabler/icons-react/dist/esm/icons/IconX.mjs";
import { useLingui } from "@lingui/react/macro";
import { Slide, toast, ToastContainer, type ToastContentProps } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import { Glyph, type IconName } from "../../ui/status/glyph.tsx";
import { tone, type Tone } from "../../ui/theme/tones.ts";
import styles from "./toast-host.module.css";

export interface Toast {
  icon: IconName;
  tone: Tone;
  title: string;
  /** One more line that adds a fact. */
  line?: string | undefined;
  /** One way on. */
  link?: { label: string; onClick: () => void } | undefined;
}

/** Shows one toast; the same words that stand there already are not shown twice. */
export function pushToast(data: Toast): void {
  toast((props: ToastContentProps<Toast>) => <ToastBody {...props} />, {
    data,
    toastId: `${data.title}\n${data.line ?? ""}`,
    ariaLabel: data.title,
  });
}

export function ToastHost() {
  const { t } = useLingui();
  return (
    <ToastContainer
      aria-label={t`Notices`}
      position="top-right"
      autoClose={5000}
      draggable
      draggablePercent={80}
      pauseOnHover
      pauseOnFocusLoss={false}
      closeOnClick={false}
      closeButton={false}
      hideProgressBar
      newestOnTop
      limit={4}
      transition={Slide}
      className={styles.host ?? ""}
      toastClassName={styles.toast ?? ""}
    />
  );
}

function ToastBody({ data, closeToast, isPaused }: ToastContentProps<Toast>) {
  const { t } = useLingui();
  const { icon, tone: toneName, title, line, link } = data;
  const follow = () => {
    link?.onClick();
    closeToast();
  };
  return (
    <div className={`${styles.body} ${tone(toneName)}`}>
      <Glyph icon={icon} tone={toneName} size={17} />
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {line && <div className={styles.line}>{line}</div>}
        {link && (
          <button type="button" className={styles.link} onClick={follow}>
            {link.label}
          </button>
        )}
      </div>
      <button type="button" className={styles.close} aria-label={t`Close`} onClick={() => closeToast()}>
        <IconX size={15} stroke={1.7} />
      </button>
      <i className={styles.countdown} style={{ animationPlayState: isPaused ? "paused" : "running" }} />
    </div>
  );
}
