/** Messages that the server leaves for the next page in a cookie that is read once, and their sentences. */
export const flashSentences = { 'idp-switch': 'portal.switchAccepted' } as const
export type FlashMessage = keyof typeof flashSentences

export const flashCookieName = 'portico-flash'
