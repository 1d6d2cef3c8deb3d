/** The address in commands as they are written in the sources. */
export const exampleBase = 'http://127.0.0.1:8080'

/**
 * The address in commands as they are shown: the public address, or this machine's port. Never the `Host` of the request,
 * which anybody can choose, and with it where readers of a cached page send their credentials.
 */
export const ownBase = (publicUrl: string | undefined, port: number): string =>
  publicUrl === undefined ? `http://127.0.0.1:${port}` : publicUrl.replace(/\/+$/, '')
