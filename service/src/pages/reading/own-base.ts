/** The address in commands in the source files. */
export const exampleBase = 'http://127.0.0.1:8080'

/**
 * The address shown in commands: the public address, or this machine's port. Never the `Host` of the request: an
 * attacker could choose it, and with it where readers of a cached page send their credentials.
 */
export const ownBase = (publicUrl: string | undefined, port: number): string =>
  publicUrl === undefined ? `http://127.0.0.1:${port}` : publicUrl.replace(/\/+$/, '')
