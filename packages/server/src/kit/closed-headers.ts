/**
 * What every answer has, except for a page, which has a separate policy: browsers read the answer as the type that it names, load and
 * run nothing for it, show it in no frame, and do not pass its address on.
 */
export const closedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const
