import { Toast } from "@base-ui/react/toast";

/** Says, in a corner, what has just happened. */
export const toasts = Toast.createToastManager();
