#!/bin/sh
# Bring Pythons of Debian's testing release to an older Debian or Ubuntu: later_pythons.sh VERSION...
# Each becomes .cache/later-pythons/bin/pythonVERSION. It takes the C library from the folder of that release and
# everything else from this machine, and has no pip, so it is for the environments of uv. Needs root and the network.
set -eu
cd "$(dirname "$0")/.."
release=$PWD/.cache/debian-testing
pythons=$PWD/.cache/later-pythons
PATH=$PATH:$pythons/bin

unpacked() { # the release, from the mirror that this machine uses
    [ ! -e "$release/unpacked" ] || return 0
    mirror=$(cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null |
        sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\{0,1\}\([^ ]*\).*/\2/p' | head -n 1)
    apt-get install -qq -y debootstrap patchelf &&
        rm -rf "$release" && mkdir -p "$release" &&
        debootstrap --variant=minbase --include=ca-certificates testing "$release" "$mirror" &&
        cp /etc/apt/apt.conf.d/* "$release/etc/apt/apt.conf.d/" &&
        cp /etc/ssl/certs/ca-certificates.crt "$release/etc/ssl/certs/" &&
        cp /etc/resolv.conf /etc/hosts "$release/etc/" &&
        chroot "$release" apt-get update -qq &&
        touch "$release/unpacked"
}

brought() { # one Python, which starts and finds its libraries from here
    unpacked &&
        chroot "$release" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends "python$1" &&
        mkdir -p "$pythons/bin" "$pythons/lib" && cp "$release/usr/bin/python$1" "$pythons/bin/" &&
        ln -sfn "$release/usr/lib/python$1" "$pythons/lib/" &&
        libraries=$(dirname "$(ls "$release"/usr/lib/*/libc.so.6)") &&
        loader=$(patchelf --print-interpreter "$pythons/bin/python$1") &&
        patchelf --set-interpreter "$libraries/${loader##*/}" --force-rpath --set-rpath "$libraries" \
            "$pythons/bin/python$1" &&
        "$pythons/bin/python$1" -c "import ssl"
}

for version; do
    ! "python$version" -c "" 2>/dev/null || continue
    echo "installing Python $version of Debian's testing release in .cache"
    if [ "$(id -u)" != 0 ] || ! brought "$version" >"${TMPDIR:-/tmp}/later-python.log" 2>&1; then
        rm -f "$pythons/bin/python$version"
        echo "Python $version cannot be had here: this needs Debian or Ubuntu, root and the network" >&2
    fi
done
