import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toastDone } from "#web/shell/notices/toasts.tsx";
import { roles } from "../roles/roles.contract.ts";
import { users, type User } from "./users.contract.ts";

interface Change {
  run: () => Promise<User | undefined>;
  /** What the toast says when it is done. */
  said: string;
  line?: string;
}

/** Runs one change of a user, says that it is done, and puts the answer into the list; a failure is told by a toast unless `quiet`. */
export function useUserChange({ quiet = false } = {}) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet },
    mutationFn: ({ run }: Change) => run(),
    onSuccess(user, { said, line }) {
      if (user)
        client.setQueryData<User[]>([users.list.path], (list) =>
          list?.map((one) => (one.userId === user.userId ? user : one)),
        );
      void client.invalidateQueries({ queryKey: [users.list.path] });
      void client.invalidateQueries({ queryKey: [roles.list.path] }); // who holds them
      toastDone(said, line === undefined ? {} : { line });
    },
  });
}
