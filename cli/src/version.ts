import manifest from '../package.json' with { type: 'json' }

/** That of the whole project, which has one. */
export const version: string = manifest.version
