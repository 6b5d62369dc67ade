/** The Security tab, which lists support sessions. */
export const securityPath = '/portal/admin/global-settings/security-settings'

/** The requests of one support session. */
export const transcriptPath = (id: string) => `${securityPath}?transcript=${id}`
