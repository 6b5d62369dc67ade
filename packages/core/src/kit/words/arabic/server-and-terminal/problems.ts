/** The Arabic of `server-and-terminal/problems.ts`. */
export const problems = {
  INVALID_REQUEST: 'بعض القيم المرسلة غير صالحة.',
  INVALID_JSON: 'محتوى الطلب ليس JSON صالحًا.',
  UNSUPPORTED_MEDIA_TYPE: 'يقبل هذا الاستدعاء {expected}.',
  BODY_TOO_LARGE: 'الحد الأقصى لمحتوى الطلب {max, number} بايت.',
  BODY_TOO_COMPLEX:
    'الحد الأقصى لتداخل مستويات JSON في محتوى الطلب {depth, number}، والحد الأقصى لحقول الكائن الواحد فيه {names, number}.',
  BODY_INCOMPLETE: 'أُغلق الاتصال قبل اكتمال محتوى الطلب. أرسله مرة أخرى.',
  NOT_FOUND: 'لا يوجد هنا شيء بهذا الاسم أو المعرّف.',
  METHOD_NOT_ALLOWED: 'لا يقبل هذا المسار هذه الطريقة.',
  CONFLICT: 'يتعارض هذا مع شيء موجود بالفعل.',
  NAME_TAKEN: 'هذا الاسم مستخدم بالفعل. اختر اسمًا آخر.',
  STALE: 'طرأ تغيير بعد آخر قراءة. أعد القراءة ثم احفظ.',
  READ_ONLY: 'هذه البيئة للقراءة فقط.',
  FORBIDDEN: 'سياسة أمان البيانات في شركتك تقيّد وصولك إلى هذا المحتوى.',
  UNAUTHENTICATED: 'يلزم تسجيل الدخول قبل عرض هذه الصفحة.',
  TOO_MANY_REQUESTS:
    'عدد المحاولات كبير جدًا. انتظر {seconds, plural, zero {# ثانية} one {ثانية واحدة} two {ثانيتين} few {# ثوانٍ} many {# ثانية} other {# ثانية}} ثم حاول مرة أخرى.',
  SYSTEM_ERROR: 'حدث خطأ في النظام. انتظر قليلًا ثم حاول مرة أخرى.',
  IDEMPOTENCY_MISMATCH: 'استُخدمت قيمة Idempotency-Key هذه سابقًا مع طلب مختلف.',
  USERNAME_UNKNOWN: 'اسم المستخدم هذا غير معروف لدينا. تحقق من اسم المستخدم الذي خصّصته لك شركتك.',
  IDP_ERROR: 'توجد مشكلة في موفّر الهوية. اطلب من المسؤول لديك التحقق من تكوينه.',
  'AUTH-001001': 'تحقق من اسم المستخدم الذي خصّصته لك شركتك.',
  CONFIG_TOKEN_ERROR: 'لم تتم المصادقة',
} as const
