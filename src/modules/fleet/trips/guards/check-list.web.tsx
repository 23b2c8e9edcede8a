import { Stack } from "#web/ui/layout/layout.tsx";
import { CheckWords } from "../trip-words.web.tsx";
import type { TripCheck } from "./trip-check.contract.ts";

/** What keeps a trip from leaving, each in a sentence. */
export const CheckList = ({ checks }: { checks: readonly TripCheck[] }) => (
  <Stack as="ul" gap={2}>
    {checks.map((check) => (
      <li key={check.key}>
        <CheckWords check={check} />
      </li>
    ))}
  </Stack>
);
