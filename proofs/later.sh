#!/bin/sh
# Check the proofs by Debian 13's Coq on a machine that has another: later.sh [FOLDER].
# Its packages are installed into FOLDER, once. This needs Debian or Ubuntu, root and the network.
set -eu
cd "$(dirname "$0")"
root=${1:-../.cache/debian-13}

installed() { # Debian 13's packages, from the mirror that this machine uses
    mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' | head -n 1)
    { command -v debootstrap >/dev/null || apt-get install -qq -y debootstrap; } &&
        rm -rf "$root" && mkdir -p "$root" &&
        debootstrap --variant=minbase --include=python3,ca-certificates trixie "$root" "$mirror" &&
        cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" &&
        cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/" &&
        cp /etc/resolv.conf /etc/hosts "$root/etc/" &&
        chroot "$root" apt-get update -qq &&
        chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get install -qq -y \
            --no-install-recommends coq libcoq-coquelicot libcoq-interval
}

if [ ! -x "$root/usr/bin/coqc" ]; then
    echo "installing Debian 13's Coq in $root"
    if [ "$(id -u)" != 0 ] || ! installed >"${TMPDIR:-/tmp}/later-coq.log" 2>&1; then
        echo "a later Coq cannot be installed here: this needs Debian or Ubuntu, root and the network" >&2
        exit 3
    fi
fi

rm -rf "$root/proofs"
mkdir "$root/proofs"
cp ./*.v ./*.py claims.toml CHECKED "$root/proofs/"
chroot "$root" python3 /proofs/check.py
cp "$root/proofs/CHECKED" CHECKED
