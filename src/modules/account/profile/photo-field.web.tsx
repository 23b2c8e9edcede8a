import { Trans, useLingui } from "@lingui/react/macro";
import { Button, FileButton } from "@mantine/core";
import { Portrait } from "#web/ui/marks.tsx";
import { Row } from "#web/ui/layout/layout.tsx";
import { smallPhoto } from "./small-photo.web.ts";

interface PhotoFieldProps {
  name: string;
  /** The address of the photo that is kept. */
  saved: string | null;
  /** A new one in base64, null for none, undefined for the saved one. */
  chosen: string | null | undefined;
  onChoose: (photo: string | null) => void;
  onRefuse: (sentence: string) => void;
}

/** The picture beside the name; it is cut and made small here before it is sent. */
export function PhotoField({ name, saved, chosen, onChoose, onRefuse }: PhotoFieldProps) {
  const { t } = useLingui();
  const shown = chosen === undefined ? saved : chosen && `data:image/jpeg;base64,${chosen}`;
  const handleFile = async (file: File | null) => {
    if (!file) return;
    const photo = await smallPhoto(file);
    if (photo === null) onRefuse(t`This is no photo that can be shown. Choose a JPEG, PNG or WebP file.`);
    else onChoose(photo);
  };
  return (
    <Row>
      <Portrait src={shown} alt={t`Photo of ${name}`} name={name} isRound />
      <FileButton
        accept="image/jpeg,image/png,image/webp"
        onChange={(file) => void handleFile(file)}
        inputProps={{ "aria-label": t`Photo` }}
      >
        {(props) => (
          <Button variant="default" {...props}>
            <Trans>Choose a photo</Trans>
          </Button>
        )}
      </FileButton>
      {shown && (
        <Button variant="subtle" color="gray" onClick={() => onChoose(null)}>
          <Trans>Remove</Trans>
        </Button>
      )}
    </Row>
  );
}
