// Real dice answer rolls: a Lifeguard box reads them off its tray. Foundry VTT 12 to 14.
import { amend } from "./amend.js";
import { METHOD, trayResolver } from "./resolver.js";
import { Tray } from "./tray.js";

const ID = "lifeguard-tray", NEWEST = 100;
const say = (key, data = {}) => game.i18n.format(`LIFEGUARD.${key}`, data);
const setting = (key) => game.settings.get(ID, key);

let tray;

Hooks.once("init", () => {
  tray = new Tray(() => foundry.utils.randomID());
  const told = { type: String, default: "", config: true, onChange: open };
  game.settings.register(ID, "address", { ...told, scope: "world", name: "LIFEGUARD.Address", hint: "LIFEGUARD.AddressHint" });
  game.settings.register(ID, "token", { ...told, scope: "client", name: "LIFEGUARD.Token", hint: "LIFEGUARD.TokenHint" });
  CONFIG.Dice.fulfillment.methods[METHOD] = {
    label: "LIFEGUARD.Method",
    icon: '<i class="fas fa-dice"></i>',
    interactive: true,
    resolver: trayResolver(foundry.applications.dice.RollResolver, tray, say),
  };
});

Hooks.once("init", () => Hooks.on(game.release.generation < 13 ? "renderChatMessage" : "renderChatMessageHTML", showNote));

Hooks.once("ready", () => {
  tray.follow(amendAll);
  open();
});

const open = () => tray.open(setting("address"), setting("token"));

// Corrections are written by whoever rolled; if they are away, by the game master.
const mine = ({ author }) => (author?.active ? author.id === game.user.id : game.users.activeGM?.id === game.user.id);

let amending = Promise.resolve();

/** One page after the other: a message must not be amended twice for one correction. */
function amendAll() {
  const { page, box } = tray;
  if (!page) return;
  const messages = game.messages.contents.slice(-NEWEST).filter(mine);
  amending = amending.then(async () => {
    for (const message of messages) await amend(message, { address: box.address, page }, ID);
  }).catch((error) => console.error(ID, error));
}

/** What happened to a throw later stands below its message. */
function showNote(message, html) {
  const told = message.flags?.[ID]?.note, place = html instanceof HTMLElement ? html : html?.[0];
  if (!told || !place) return;
  place.append(Object.assign(document.createElement("p"), { className: "lifeguard-note", textContent: say(told.key, told) }));
}
