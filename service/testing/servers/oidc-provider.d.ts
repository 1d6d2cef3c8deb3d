/** The part of the package that tests use; it brings no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
