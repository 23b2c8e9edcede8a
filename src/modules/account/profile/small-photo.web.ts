const side = 256;
const mostBytes = 20 * 1024 * 1024;

/** The middle of a picture as a JPEG of 256 by 256 in base64, without anything that its camera wrote; null for what is no picture. */
export async function smallPhoto(file: File): Promise<string | null> {
  if (file.size > mostBytes) return null;
  const picture = await createImageBitmap(file).catch(() => null); // not a picture, or one that this browser cannot show
  if (!picture) return null;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d");
  const edge = Math.min(picture.width, picture.height);
  if (!pen || edge === 0) return null;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, side, side);
  pen.drawImage(picture, (picture.width - edge) / 2, (picture.height - edge) / 2, edge, edge, 0, 0, side, side);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.86).split(",")[1] ?? null;
}
