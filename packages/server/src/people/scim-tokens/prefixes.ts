import type { Settings } from '../../kit/settings/settings.ts'

/** What SCIM tokens begin with, so that people and secret scanners recognise them. */
export const scimTokenPrefix = 'scim_'

/** Under this path stand the SCIM service providers, one for each identity provider. */
export const scimPrefix = '/scim/v2/'

/** Where a directory sends its requests for one identity provider. */
export const scimBaseUrl = ({ baseUrl }: Pick<Settings, 'baseUrl'>, providerId: string): string =>
  `${baseUrl}${scimPrefix}${providerId}`
