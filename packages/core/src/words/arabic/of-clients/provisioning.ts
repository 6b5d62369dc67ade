/** The Arabic of `of-clients/provisioning.ts`. */
export const provisioning = {
  PROVISIONING_OF_PORTAL: 'لا تحتاج البوابة إلى تزويد: لديها هؤلاء الأشخاص بالفعل. اختر تطبيقًا آخر.',
  PROVISIONING_TOKEN_REQUIRED: 'أدخل الرمز الذي يقبل به التطبيق طلبات SCIM.',
  PROVISIONING_TOKEN_SHAPE: 'يتكوّن الرمز من أحرف وأرقام و- . _ ~ + / =، من دون مسافات.',
  'provisioning.saved': 'حُفظ تزويد التطبيق.',
  'provisioning.removed': 'لم يعد الأشخاص يُرسَلون إلى التطبيق. من هم هناك يبقون.',
  'provisioning.retried': 'تُعاد الآن محاولة كل ما لم يصل.',
  'provisioning.tested': 'ردّ التطبيق وقبِل الرمز.',
  'provisioning.testFailed': 'لم يردّ التطبيق كما هو متوقع: {why}',
} as const
