import { webhooks } from './webhooks.ts'

/** Sentences about webhooks, loaded with their part of the portal. */
export const webhooksEn = {
  ...webhooks,
} as const
