/** Name, logo, colours and privacy link of a tenant. */
export const branding = {
  BRAND_COLOR: 'Enter a colour as # and six hexadecimal digits, such as #0a4fa3.',
  BRAND_ACCENT_ALONE: 'An accent colour needs a primary colour. Set the primary colour too.',
  BRAND_ADDRESS: 'Enter an address that begins with https://, without a user name.',
  LOGO_UNREADABLE:
    'This is not a PNG, JPEG or WebP image, or it is damaged. SVG files can contain scripts and are rejected.',
  LOGO_TOO_LARGE: 'A logo may have at most {iconBytesMax, number} bytes.',
  LOGO_SIZE: 'Each side of a logo must have between {iconSideMin} and {iconSideMax, number} pixels.',
  'branding.title': 'Branding',
  'branding.lead':
    'Your name, logo and colours in the launcher, in administration and on your own sign-in address. What you leave empty stays as the operator of this server set it.',
  'branding.name': 'Name',
  'branding.nameHint': 'In the header and at the end of page titles; at most {max, number} characters.',
  'branding.primaryColor': 'Primary colour',
  'branding.primaryHint': 'Buttons, links and focus rings, such as #0a4fa3.',
  'branding.accentColor': 'Accent colour',
  'branding.pick': 'Pick a colour: {colour}',
  'branding.accentHint':
    'Favourites and the picture of the sign-in page. If empty, the picture follows the primary colour.',
  'branding.privacyPolicyUrl': 'Privacy policy',
  'branding.privacyHint': 'An https address, linked from your sign-in page.',
  'branding.logo': 'Logo',
  'branding.logoHint':
    'PNG, JPEG or WebP, {iconSideMin} to {iconSideMax, number} pixels on each side, at most {iconBytesMax, number} bytes. Choose one that is legible on light and dark pages. It changes at once.',
  'branding.logoNone': 'You have not uploaded a logo.',
  'branding.logoElsewhere': 'The logo is changed in the portal, or with: portico branding set --logo FILE',
  'branding.logoUpload': 'Upload a logo',
  'branding.logoFile': 'Image file',
  'branding.logoRemove': 'Remove the logo',
  'branding.logoSaved': 'Pages show the new logo after a reload.',
  'branding.logoRemoved': 'Your logo was removed.',
  'branding.preview': 'Preview',
  'branding.light': 'Light',
  'branding.dark': 'Dark',
  'branding.previewButton': 'A button',
  'branding.previewLink': 'a link in a text',
  'branding.previewMark': 'a marked row',
  'branding.previewError': 'An error keeps its colour.',
  'branding.asSet': '{colour} is shown as it is: text in it has a contrast of {contrast}:1 here.',
  'branding.changed':
    '{colour} has a contrast of {before}:1 here, and text needs 4.5:1. Shown as {shown}, with {contrast}:1.',
  'branding.signIn': 'Your sign-in address',
  'branding.signInHint':
    'People who open it see your branding before they sign in. At the plain sign-in page they see it only in a browser that remembers their username after a sign-in, so that strangers cannot find out which companies use this server.',
  'branding.signInCopy': 'Copy the address',
  'branding.signInNone': 'You get one when you save branding for the first time.',
  'branding.saved': 'The branding was saved. Other open pages show it after a reload.',
  'branding.reset': 'Reset branding',
  'branding.resetQuestion': 'Remove your name, logo, colours and privacy link?',
  'branding.resetText':
    'Pages then have the branding of this server. Your sign-in address stays. You can undo this until you leave the page.',
  'branding.resetForGood':
    'Pages then have the branding of this server. Your sign-in address stays. This cannot be undone here: keep the file of the logo.',
  'branding.resetDone': 'The branding was removed.',
  'branding.undo': 'Undo',
  'branding.undone': 'The branding is as it was before.',
} as const
