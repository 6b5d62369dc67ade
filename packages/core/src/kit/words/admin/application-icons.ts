/** An application as the launcher shows it: its icon and its access text, and the errors of icons. */
export const applicationIcons = {
  ICON_UNREADABLE: 'This is not a PNG, JPEG or WebP image, or it is damaged.',
  ICON_TOO_LARGE: 'An icon may have at most {iconBytesMax, number} bytes.',
  ICON_SIZE: 'Each side of an icon must have between {iconSideMin} and {iconSideMax, number} pixels.',
  ICON_ADDRESS: 'Enter an address that begins with https://.',
  ICON_NOT_FETCHED:
    'The address did not answer with an image. It must be on a public https address, without a redirect.',
  'application.show': 'Icon and access text',
  'application.signIn': 'Single sign-on',
  'application.provisioning': 'Provisioning',
  'application.people': 'Who can open it',
  'application.askedBy': 'People who cannot open it read: “{text}”',
  'application.notFound': 'There is no application with this id in this environment.',
  'application.toList': 'To the applications',
  'application.icon': 'Icon',
  'application.iconHint':
    'PNG, JPEG or WebP, {iconSideMin} to {iconSideMax, number} pixels on each side, at most {iconBytesMax, number} bytes. It is the same in all environments, and changes at once.',
  'application.iconNone': 'No icon: the launcher shows the first letters of the name.',
  'application.iconUpload': 'Upload an icon',
  'application.iconFile': 'Image file',
  'application.iconLink': 'Use an address',
  'application.iconLinkHelp':
    'The server reads the image once, checks it and keeps a copy. People never load it from this address.',
  'application.iconAddress': 'Address of the image',
  'application.iconLinkConfirm': 'Use this image',
  'application.iconRemove': 'Remove the icon',
  'application.iconSaved': '{name} has a new icon. Open launchers show it after a reload.',
  'application.iconRemoved': '{name} has no icon now.',
  'application.access': 'Access',
  'application.accessText': 'How people ask for it',
  'application.accessTextHint':
    'In this environment, people who cannot open the application read this in the launcher; at most {accessTextLengthMax, number} characters. Empty: they do not see it.',
  'application.accessTextSaved': 'The access text was saved. Open launchers show it after a reload.',
} as const
