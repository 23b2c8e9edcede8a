import { LogController, type FastifyReply, type FastifyRequest } from "fastify";

/** What a line says of a request. Without its query, where names are searched for and records are named. */
export const serializers = {
  req: (request: FastifyRequest) => ({
    method: request.method,
    url: request.url.split("?")[0] ?? "",
    host: request.host,
    remoteAddress: request.ip,
  }),
};

/** One line for each request, when it has been answered: what was asked, the status, the time. Fastify writes two. */
export class OneLine extends LogController {
  override incomingRequest(): void {
    // told when it is answered
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const told = { req: request, res: reply, responseTime: reply.elapsedTime };
    if (error) reply.log.error({ ...told, err: error }, "request errored");
    else reply.log.info(told, "request completed");
  }
}
