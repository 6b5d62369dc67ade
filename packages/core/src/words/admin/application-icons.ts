/** Errors of icons of applications. */
export const applicationIcons = {
  ICON_UNREADABLE: 'This is not a PNG, JPEG or WebP image, or it is damaged.',
  ICON_TOO_LARGE: 'An icon may have at most {iconBytesMax} bytes.',
  ICON_SIZE: 'Each side of an icon must have between {iconSideMin} and {iconSideMax} pixels.',
  ICON_ADDRESS: 'Enter an address that begins with https://.',
  ICON_NOT_FETCHED:
    'The address did not answer with an image. It must be on a public https address, without a redirect.',
} as const
