import { clients } from './clients.ts'
import { provisioning } from './provisioning.ts'

/** Sentences about the registration of applications for single sign-on, loaded with their part of the portal. */
export const clientsEn = {
  ...clients,
  ...provisioning,
} as const
