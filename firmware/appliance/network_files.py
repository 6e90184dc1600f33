"""Small files that let the service look after the network, and be found there by name."""

from __future__ import annotations

from firmware.appliance.box import Box

FILES = {
    # the service's user may join networks, open the hotspot, and give the machine another name
    "etc/polkit-1/rules.d/50-lifeguard.rules": """\
polkit.addRule(function(action, subject) {
    var names = ["org.freedesktop.hostname1.set-hostname", "org.freedesktop.hostname1.set-static-hostname"];
    var may = action.id.indexOf("org.freedesktop.NetworkManager.") == 0 || names.indexOf(action.id) >= 0;
    if (subject.user == "lifeguard" && may)
        return polkit.Result.YES;
});
""",
    # in the hotspot every name is the box, so that phones find its page by themselves
    "etc/NetworkManager/dnsmasq-shared.d/lifeguard.conf": "address=/#/10.42.0.1\n",
    # the page is announced, under the name of the machine
    "etc/avahi/services/lifeguard.service": """\
<?xml version="1.0" standalone="no"?>
<!DOCTYPE service-group SYSTEM "avahi-service.dtd">
<service-group>
  <name replace-wildcards="yes">Lifeguard on %h</name>
  <service>
    <type>_http._tcp</type>
    <port>8080</port>
  </service>
</service-group>
""",
}
"""Below the root; each only where its reader is installed."""


def write_network_files(box: Box) -> None:
    """Writes the files that are not there as they should be, and says so. Raises OSError."""
    for name, text in FILES.items():
        file = box.layout.root / name
        if file.parent.parent.is_dir() and (not file.exists() or file.read_text(encoding="utf-8") != text):
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
            box.say(f"wrote {file}")
