import type { Command } from "@commander-js/extra-typings";

/** What a command's file exports: adds its description, arguments, options and action. */
interface CommandModule {
  define(command: Command): void;
}

type Load = () => Promise<CommandModule>;

/** Every command, in the groups and the order of the help. A command loads its own file only, so that it starts quickly. */
export const groups: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  "Use tools": {
    search: () => import("./tools/search.ts"),
    read: () => import("./tools/read.ts"),
    call: () => import("./tools/call.ts"),
    run: () => import("./tools/run.ts"),
  },
  "Sources and connections": {
    add: () => import("./sources/add.ts"),
    import: () => import("./sources/import.ts"),
    sources: () => import("./sources/sources.ts"),
    remove: () => import("./sources/remove.ts"),
    connect: () => import("./sources/connect.ts"),
  },
  Clients: {
    install: () => import("./clients/install.ts"),
    uninstall: () => import("./clients/uninstall.ts"),
    endpoint: () => import("./clients/endpoint.ts"),
    serve: () => import("./clients/serve.ts"),
  },
  "People and policies": {
    approvals: () => import("./people/approvals.ts"),
    rules: () => import("./people/rules.ts"),
    invite: () => import("./people/invite.ts"),
    members: () => import("./people/members.ts"),
    roles: () => import("./people/roles.ts"),
  },
  Gateway: {
    start: () => import("./gateway/start.ts"),
    stop: () => import("./gateway/stop.ts"),
    status: () => import("./gateway/status.ts"),
    doctor: () => import("./gateway/doctor.ts"),
    login: () => import("./gateway/login.ts"),
    logout: () => import("./gateway/logout.ts"),
    backup: () => import("./gateway/backup.ts"),
    restore: () => import("./gateway/restore.ts"),
    "rotate-secret": () => import("./gateway/rotate-secret.ts"),
    completion: () => import("./gateway/completion.ts"),
    __complete: () => import("./gateway/complete.ts"),
  },
};
