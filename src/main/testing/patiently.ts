import type { Answer } from "./test-app.ts";

/** On a busy machine 200 callers wait too long for 12 connections: they get 503 with Retry-After, and try again as the browser does. */
export async function patiently(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await send();
    if (answer.status !== 503 || attempt === 20) return answer;
    await new Promise((done) => setTimeout(done, 500));
  }
}
