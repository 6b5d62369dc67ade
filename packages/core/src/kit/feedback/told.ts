/** What the server has the next page tell a person, in a cookie that is read once, and the sentence that says it. */
export const toldSentences = { 'idp-switch': 'portal.switchAccepted' } as const
export type Told = keyof typeof toldSentences

export const toldCookieName = 'portico-told'
