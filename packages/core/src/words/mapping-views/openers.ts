/** The list of the people who can open an application. */
export const openers = {
  'openers.lead':
    'Active people with a group that opens {name} in {environment}. People are known once they have signed in or were imported.',
  'openers.none': 'No person who is known can open {name} in {environment}.',
  'openers.noneHint': 'Map a group to it under Roles & Groups.',
} as const
