/** The Arabic of `server-and-terminal/our-metadata.ts`. */
export const ourMetadata = {
  'our.entityId': 'Entity ID (audience)',
  'our.nameIdFormats': 'صيغ NameID',
  'our.acsUrl': 'عنوان Assertion consumer service (ACS)',
  'our.sloUrl': 'عنوان Single logout (SLO)',
  'our.metadataUrl': 'عنوان البيانات الوصفية (Metadata URL)',
  'our.startUrl': 'عنوان البدء (Start URL)',
  'our.homeUrl': 'عنوان الصفحة الرئيسية (Home page URL)',
  'our.redirectUri': 'عنوان Redirect URI',
  'our.postLogoutRedirectUri': 'عنوان Post-logout redirect URI',
  'our.backChannelLogoutUri': 'عنوان Back-channel logout URI',
  'our.frontChannelLogoutUrl': 'عنوان Front-channel logout URL',
  'our.jwksUri': 'عنوان JWKS URL (لـ private_key_jwt)',
  'our.initiateLoginUri': 'عنوان Initiate login URI',
} as const
