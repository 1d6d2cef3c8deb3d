/** What a page of ours may do, named piece by piece; what is not named it may not. */
export type PagePolicy = {
  /** Whether it runs scripts of this service. None is ever written into the page itself. */
  readonly scripts?: "'self'"
  /** Style sheets: of this service, or by the hash of what stands in the page. */
  readonly styles?: string
  readonly images?: string
  readonly fonts?: string
  /** Whom its scripts may talk to. */
  readonly connects?: "'self'"
  /** Where its forms may go. */
  readonly forms?: "'self'"
}

/**
 * The headers of every page, besides the nosniff that every answer carries. Nothing is loaded or run but what the policy names, nobody frames it, no other page
 * learns its address, and no window it was opened from can reach into it.
 */
export const pageHeaders = (policy: PagePolicy): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': contentSecurityPolicy(policy),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
})

export function contentSecurityPolicy({
  scripts,
  styles,
  images,
  fonts,
  connects,
  forms,
}: PagePolicy): string {
  const named = [
    ['script-src', scripts],
    ['style-src', styles],
    ['img-src', images],
    ['font-src', fonts],
    ['connect-src', connects],
  ].filter(([, sources]) => sources !== undefined)
  return [
    "default-src 'none'",
    ...named.map(([directive, sources]) => `${directive} ${sources}`),
    "base-uri 'none'",
    `form-action ${forms ?? "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ')
}
