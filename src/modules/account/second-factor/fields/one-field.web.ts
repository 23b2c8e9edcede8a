import { useState, type FormEvent } from "react";
import { asProblem } from "#web/api/problem.ts";
import { toastProblem } from "#web/shell/notices/toasts.tsx";

/**
 * A form that asks for one thing, such as a code or the password once more. What the server says of that field stands
 * beside it; any other problem goes to `otherwise`: `const { field, isBusy, handleSubmit } = useOneField("code", confirm)`.
 */
export function useOneField(
  name: string,
  ask: (value: string) => Promise<void>,
  otherwise: (problem: unknown) => void = toastProblem,
) {
  const [value, setValue] = useState("");
  const [error, setError] = useState("");
  const [isBusy, setIsBusy] = useState(false);
  const submit = async () => {
    setIsBusy(true);
    setError("");
    try {
      await ask(value);
    } catch (caught) {
      const wrong = asProblem(caught).fields?.[name];
      if (wrong) setError(wrong);
      else otherwise(caught);
    }
    setIsBusy(false);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return { field: { value, error: error || undefined, onChange: setValue }, isBusy, handleSubmit };
}
