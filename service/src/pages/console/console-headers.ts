import { pageHeaders } from '../../http/headers/page-headers.ts'

/** The console runs, styles and asks for what this service serves, and nothing else. */
export const consoleHeaders = pageHeaders({
  scripts: "'self'",
  styles: "'self'",
  images: "'self' data:",
  fonts: "'self'",
  connects: "'self'",
  forms: "'self'",
})
