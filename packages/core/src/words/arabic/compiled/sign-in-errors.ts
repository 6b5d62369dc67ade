// Made by scripts/compile-words.mjs from the sentences beside it; do not edit.
import type { Messages } from '@lingui/core'

export const messages: Messages = {
  "USERNAME_TAKEN": ["لشخص آخر في شركتك اسم المستخدم نفسه هنا. اطلب من المسؤول لديك التمييز بينكما."],
  "SIGN_IN_NOT_FRESH": ["لم يطلب منك موفّر الهوية تسجيل الدخول مرة أخرى. سجّل الخروج هناك، ثم ابدأ من جديد."],
  "SIGN_IN_OTHER_BROWSER": ["بدأ تسجيل الدخول هذا في متصفح آخر. ابدأ من جديد هنا."],
  "IDP_CERT_EXPIRED": ["انتهت صلاحية شهادة موفّر الهوية لديك. اطلب من المسؤول تثبيت الشهادة الجديدة."],
  "IDP_DENIED": ["لم يسجّل موفّر الهوية دخولك."],
  "error.idp.help": ["توجد مشكلة في موفّر الهوية. اطلب من المسؤول لديك التحقق من تكوينه."],
  "error.token.title": ["لم تتم المصادقة"],
  "error.token.help": ["اتصل بالدعم."],
  "error.idp.title": ["لم يُكمل موفّر الهوية لديك تسجيل الدخول."],
  "error.username.title": ["تعذّر تسجيل دخولك باسم المستخدم هذا."],
  "error.username.help": ["تحقق من اسم المستخدم الذي خصّصته لك شركتك."],
  "PERSON_DEACTIVATED": ["أُلغي تنشيط حسابك هنا. اطلب من أحد مسؤولي الأمان في شركتك إعادة تنشيطه، واقرأ له الرمز أدناه."],
}
