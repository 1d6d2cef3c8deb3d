import type { UserConfig } from 'vite'

/** One stylesheet, hashed names, nothing inline: the page's policy lets in nothing else. */
export const consoleConfig: UserConfig & { readonly build: object } = {
  configFile: false,
  root: import.meta.dirname,
  base: '/console/',
  publicDir: false,
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
} as UserConfig & { readonly build: object }

export default consoleConfig
