import { tokens } from '@lastro/reading/look/tokens.ts'
import type { Plugin, UserConfig } from 'vite'

/** The tokens that the service's own pages begin with as well, as a style sheet of this build. */
const sharedTokens: Plugin = {
  name: 'shared-tokens',
  resolveId: (id) => (id === 'lastro:tokens.css' ? tokensPath : undefined),
  load: (id) => (id === tokensPath ? tokens : undefined),
}
const tokensPath = '/lastro/tokens.css'

/** Every page's files are named in the first script: a hash that is no longer than it must be is felt there. */
const shortNames = {
  hashCharacters: 'base36',
  entryFileNames: 'assets/[name]-[hash:7].js',
  chunkFileNames: 'assets/[name]-[hash:7].js',
} as const

/** One stylesheet, hashed names, nothing inline: the page's policy lets in nothing else. */
export const consoleConfig: UserConfig & { readonly build: object } = {
  configFile: false,
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  plugins: [sharedTokens],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: shortNames },
  },
} as UserConfig & { readonly build: object }

export default consoleConfig
