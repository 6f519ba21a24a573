#!/usr/bin/env bash
# Runs the tests of the renderer under Vulkan's validation layer, which must have nothing to say of jounce.
# usage: validation.sh PROGRAM [ARGUMENTS]; exit code 4: skipped for want of the layer or a device
set -euo pipefail
layer=VK_LAYER_KHRONOS_validation
folders=(/usr/share/vulkan /usr/local/share/vulkan /etc/vulkan "${VULKAN_SDK:-/nowhere}/share/vulkan")
if [[ -z "${VK_LAYER_PATH:-}" ]] && ! grep -qrs "$layer" "${folders[@]/%//explicit_layer.d}"; then
    echo "skipped: no $layer here (Debian: vulkan-validationlayers)"
    exit 4
fi
# Not jounce's doing: bgfx asks for an instance extension without the one it builds on, and the tests read
# vertices back as points, whose size bgfx's shader language cannot set.
known='VUID-vkCreateInstance-ppEnabledExtensionNames-01388|VUID-VkGraphicsPipelineCreateInfo-Vertex-07722'

status=0
said="$(VK_INSTANCE_LAYERS=$layer JOUNCE_TEST_BACKEND=vulkan "$@" 2>&1)" || status=$?
if ((status != 0)); then
    printf '%s\n' "$said"
    exit "$status"
fi
# bgfx always makes the layer complain of its own extension: silence means that nobody was listening.
if ! grep -aq 'VUID-vkCreateInstance' <<<"$said"; then
    echo "the layer said nothing at all: was it loaded?"
    exit 1
fi
complaints="$(grep -aE 'Validation (Error|Warning)|\((ERROR|WARN)' <<<"$said" | grep -avE "$known" || true)"
if [[ -n "$complaints" ]]; then
    printf '%s\n' "$complaints"
    exit 1
fi
echo "the layer has nothing to say"
