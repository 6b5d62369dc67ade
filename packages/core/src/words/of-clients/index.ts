import { clients } from './clients.ts'

/** Sentences about the registration of applications for single sign-on, loaded with their part of the portal. */
export const clientsEn = {
  ...clients,
} as const
