/** The Arabic of `server-and-terminal/provider-checks.ts`. */
export const providerChecks = {
  SECRET_TOO_SHORT:
    'هذا السر أقصر مما تتطلبه خوارزمية التوقيع: تحتاج HS256 إلى 32 بايتًا، وHS384 إلى 48، وHS512 إلى 64. ولّد سرًا أطول لدى الموفّر، أو اختر خوارزمية RS.',
  FORMAT_TAKEN_PARENT: 'لـ «{value}» نطاق فرعي حجزته شركة أخرى.',
  EXTENSION_NO_CERTIFICATE: 'ليس لموفّر الهوية هذا شهادة بتلك البصمة.',
} as const
