/** What SCIM tokens begin with, so that people and secret scanners recognise them. */
export const scimTokenPrefix = 'scim_'
