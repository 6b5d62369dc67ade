export const provisioning = {
  PROVISIONING_OF_PORTAL: 'لا تحتاج البوابة إلى تزويد: لديها هؤلاء الأشخاص بالفعل. اختر تطبيقًا آخر.',
  PROVISIONING_TOKEN_REQUIRED: 'أدخل الرمز الذي يقبل به التطبيق طلبات SCIM.',
  PROVISIONING_TOKEN_SHAPE: 'يتكوّن الرمز من أحرف وأرقام و- . _ ~ + / =، من دون مسافات.',
} as const
